#!/bin/sh
# Renders the sources in this folder to the PDFs that the golden tests read. Needs chromium.
set -eu
cd "$(dirname "$0")"
for source in *.html; do
	chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
		--print-to-pdf="${source%.html}.pdf" "$source" >/dev/null 2>&1
done
