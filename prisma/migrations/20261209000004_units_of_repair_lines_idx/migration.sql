CREATE INDEX CONCURRENTLY repair_lines_part_type_id_idx ON repair_lines (part_type_id);
