-- allowed adding-not-nullable-field: its constraint has been validated, so that no row is read again
ALTER TABLE case_notes ALTER COLUMN case_id SET NOT NULL;
ALTER TABLE case_notes DROP CONSTRAINT has_case;
-- allowed adding-not-nullable-field: its constraint has been validated, so that no row is read again
ALTER TABLE case_links ALTER COLUMN case_id SET NOT NULL;
ALTER TABLE case_links DROP CONSTRAINT has_case;
-- allowed adding-not-nullable-field: its constraint has been validated, so that no row is read again
ALTER TABLE case_customers ALTER COLUMN case_id SET NOT NULL;
ALTER TABLE case_customers DROP CONSTRAINT has_case;
-- allowed adding-not-nullable-field: its constraint has been validated, so that no row is read again
ALTER TABLE case_emails ALTER COLUMN case_id SET NOT NULL;
ALTER TABLE case_emails DROP CONSTRAINT has_case;
-- allowed adding-not-nullable-field: its constraint has been validated, so that no row is read again
ALTER TABLE case_messages ALTER COLUMN case_id SET NOT NULL;
ALTER TABLE case_messages DROP CONSTRAINT has_case;

-- The key to cases stands for these two, and the trigger sees to the kind.
ALTER TABLE case_notes DROP CONSTRAINT case_notes_repair_id_fkey, DROP CONSTRAINT case_notes_trade_in_id_fkey;
ALTER TABLE case_links DROP CONSTRAINT case_links_repair_id_fkey, DROP CONSTRAINT case_links_trade_in_id_fkey;
ALTER TABLE case_customers DROP CONSTRAINT case_customers_repair_id_fkey, DROP CONSTRAINT case_customers_trade_in_id_fkey;
ALTER TABLE case_emails DROP CONSTRAINT case_emails_repair_id_fkey, DROP CONSTRAINT case_emails_trade_in_id_fkey;
ALTER TABLE case_messages DROP CONSTRAINT case_messages_repair_id_fkey, DROP CONSTRAINT case_messages_trade_in_id_fkey;
ALTER TABLE case_files DROP CONSTRAINT case_files_repair_id_fkey, DROP CONSTRAINT case_files_trade_in_id_fkey;
ALTER TABLE case_readings DROP CONSTRAINT case_readings_repair_id_fkey, DROP CONSTRAINT case_readings_trade_in_id_fkey;
