# syntax=docker/dockerfile:1
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/tariffdesk ./cmd/tariffdesk

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl poppler-utils \
       tesseract-ocr tesseract-ocr-eng tesseract-ocr-spa \
       tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-por tesseract-ocr-ita \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/tariffdesk --create-home tariffdesk \
    && install -d -o tariffdesk -g tariffdesk -m 0700 /var/lib/tariffdesk/blobs
COPY --from=build /out/tariffdesk /usr/local/bin/tariffdesk
USER tariffdesk
WORKDIR /var/lib/tariffdesk
ENV LISTEN=0.0.0.0:8080 \
    BLOB_URL=file:///var/lib/tariffdesk/blobs \
    LOG_FORMAT=json
EXPOSE 8080
VOLUME /var/lib/tariffdesk/blobs
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD curl -fsS http://127.0.0.1:8080/health || exit 1
ENTRYPOINT ["tariffdesk"]
CMD ["api"]
