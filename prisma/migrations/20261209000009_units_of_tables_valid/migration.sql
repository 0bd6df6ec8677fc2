ALTER TABLE case_readings VALIDATE CONSTRAINT case_readings_unit_id_fkey;
ALTER TABLE cases VALIDATE CONSTRAINT cases_unit_id_fkey;
ALTER TABLE products VALIDATE CONSTRAINT products_model_id_fkey;
ALTER TABLE repair_lines VALIDATE CONSTRAINT repair_lines_part_type_id_fkey;
ALTER TABLE trade_in_machines VALIDATE CONSTRAINT trade_in_machines_model_id_fkey;
ALTER TABLE case_readings VALIDATE CONSTRAINT of_one_origin;
