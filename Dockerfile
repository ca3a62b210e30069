# syntax=docker/dockerfile:1
# Debian 13 (trixie). A digest pins each image, so that a release is built from the same bytes again:
# `--build-arg GO_DIGEST=@sha256:… --build-arg BASE_DIGEST=@sha256:…`, as `docker buildx imagetools inspect` shows them.
ARG GO_IMAGE=golang:1.26.8-trixie
ARG GO_DIGEST=
ARG BASE_IMAGE=debian:trixie-slim
ARG BASE_DIGEST=

# Go compiles for every platform on that of the builder.
FROM --platform=$BUILDPLATFORM ${GO_IMAGE}${GO_DIGEST} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
ARG TARGETOS TARGETARCH
ARG VERSION=devel COMMIT=unknown
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    go run ./cmd/internal/pack tariff/data tariff/data.zip && \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -tags packed \
    -ldflags="-s -w -X main.release=$VERSION -X main.commit=$COMMIT" -o /out/tariffdesk ./cmd/tariffdesk

FROM ${BASE_IMAGE}${BASE_DIGEST}
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
    OPS_LISTEN=0.0.0.0:9090 \
    BLOB_URL=file:///var/lib/tariffdesk/blobs \
    LOG_FORMAT=json
EXPOSE 8080 9090
VOLUME /var/lib/tariffdesk/blobs
# Both roles answer health there; `migrate up` ends before it is asked.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD curl -fsS http://127.0.0.1:9090/health || exit 1
ARG VERSION=devel COMMIT=unknown
LABEL org.opencontainers.image.title="tariffdesk" \
      org.opencontainers.image.description="Tariff codes, documents and duties over HTTP" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT"
ENTRYPOINT ["tariffdesk"]
CMD ["api"]
