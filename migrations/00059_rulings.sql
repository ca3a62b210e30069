-- +goose Up
-- What was imported of published rulings. The newest row of a source is in use; one without rulings says it was removed.
CREATE TABLE ruling_libraries (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- grows with each import, of whichever source
    source      text NOT NULL CHECK (source IN ('cross', 'ebti', 'atar', 'plain')),
    rulings     integer NOT NULL CHECK (rulings >= 0),
    counted     integer NOT NULL CHECK (counted BETWEEN 0 AND rulings), -- those that say where goods belong today
    file_name   text NOT NULL,
    content     bytea NOT NULL, -- as the ruling package encodes it
    imported_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ruling_libraries_newest ON ruling_libraries (source, id DESC);

-- What was learnt of all libraries in use, the newest of which is library_id.
CREATE TABLE ruling_models (
    library_id bigint PRIMARY KEY REFERENCES ruling_libraries ON DELETE CASCADE,
    content    bytea NOT NULL -- as the classify package encodes it
);

-- +goose Down
DROP TABLE ruling_models;
DROP TABLE ruling_libraries;
