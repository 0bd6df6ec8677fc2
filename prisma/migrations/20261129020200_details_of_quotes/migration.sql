-- Lines and offers belong to their quote. An offer that the version before inserts has its quote a moment after itself.
ALTER TABLE repair_lines ADD CONSTRAINT repair_lines_quote_fkey FOREIGN KEY (estimate_id) REFERENCES case_quotes (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE trade_in_offers ADD CONSTRAINT trade_in_offers_id_fkey FOREIGN KEY (id) REFERENCES case_quotes (id) ON DELETE CASCADE ON UPDATE CASCADE
  DEFERRABLE INITIALLY DEFERRED NOT VALID;
