-- What the card of a product tells when it is opened, and how many ratings its rating is the mean of; empty where nothing is known.
ALTER TABLE products
    ADD COLUMN rating_count integer,
    ADD COLUMN algorithm text,
    ADD COLUMN voltage text,
    ADD COLUMN noise text,
    ADD COLUMN warranty text,
    ADD COLUMN delivery text;
