-- The language in which somebody is spoken to (BCP 47, 'de' or 'de-CH'); null where nobody has said.
ALTER TABLE "profiles" ADD COLUMN "language" TEXT
  CONSTRAINT "profiles_language_is_tag" CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$');
