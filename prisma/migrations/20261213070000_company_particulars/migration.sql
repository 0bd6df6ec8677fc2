-- What registers have of the company was kept twice, for the footer and for invoices. It is the seller's from now on: footer, emails,
-- documents and legal pages read it there.
ALTER TABLE seller_details ADD COLUMN registered_office text;

-- A text that is stored as JSON begins with a quotation mark: the seller's details have none of it.
INSERT INTO seller_details (id, company_number, registered_office)
SELECT 1, max(setting_value) FILTER (WHERE setting_key = 'company_number'), max(setting_value) FILTER (WHERE setting_key = 'registered_office')
FROM website_settings
WHERE setting_key IN ('company_number', 'registered_office') AND btrim(setting_value) <> '' AND setting_value !~ '^\s*["{]'
HAVING count(*) > 0
ON CONFLICT (id) DO UPDATE SET
  company_number = coalesce(seller_details.company_number, EXCLUDED.company_number),
  registered_office = EXCLUDED.registered_office;

-- A VAT number that only the footer had stays where it is, unread: as the seller's it would put VAT on invoices that had none.
-- allowed changes-many-rows: at most two settings
DELETE FROM website_settings WHERE setting_key IN ('company_number', 'registered_office');
-- allowed changes-many-rows: it is one setting at the most
DELETE FROM website_settings WHERE setting_key = 'vat_number'
  AND (btrim(setting_value) = '' OR EXISTS (SELECT FROM seller_details WHERE vat_number IS NOT NULL));

-- The first save is announced too: open pages show it.
CREATE TRIGGER announce_insert AFTER INSERT ON seller_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
