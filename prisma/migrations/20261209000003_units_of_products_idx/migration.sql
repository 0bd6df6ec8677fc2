CREATE INDEX CONCURRENTLY products_model_id_idx ON products (model_id);
