-- What a machine wrote is kept as the text that it is. `raw`, which has it as values that were read and written again, keeps the
-- rows of earlier versions, and their default where nobody writes it any more.
ALTER TABLE case_readings ADD COLUMN raw_text text;
