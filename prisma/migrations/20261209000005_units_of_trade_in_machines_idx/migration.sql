CREATE INDEX CONCURRENTLY trade_in_machines_model_id_idx ON trade_in_machines (model_id);
