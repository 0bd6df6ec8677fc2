-- A rig's graphics cards are recorded as a machine's boards are, each by its UUID, and are known again in another rig.
CREATE TYPE read_part AS ENUM ('board', 'card');

ALTER TABLE reading_boards ADD COLUMN kind read_part NOT NULL DEFAULT 'board';

-- Reasons for cards, as a shop begins with them; one that has a reason of that name keeps its own.
INSERT INTO deduction_reasons (id, label, explanation, kind, amount, position)
SELECT r.id::uuid, r.label, r.explanation, r.kind::deduction_kind, r.amount, (SELECT coalesce(max(d.position), 0) FROM deduction_reasons AS d) + r.place
FROM (VALUES
  ('00000000-0000-4000-8000-000000000209', 'Dead graphics card', 'A graphics card of the rig does not answer or does not hash.', 'percent', 15, 1),
  ('00000000-0000-4000-8000-00000000020a', 'Faulty graphics memory', 'The memory of a graphics card has errors that the card cannot mend itself.', 'percent', 10, 2),
  ('00000000-0000-4000-8000-00000000020b', 'Fan of a graphics card', 'A fan of a graphics card stands still while the card is hot, and has to be replaced.', 'fixed', 30, 3)
) AS r (id, label, explanation, kind, amount, place)
WHERE NOT EXISTS (SELECT FROM deduction_reasons AS d WHERE lower(d.label) = lower(r.label));
