-- What a shop begins with; administrators change it. The ids are fixed, so that a restore knows rows that nobody has made (docs/decisions/028).
-- Prices are those of the repair page (requirements §9).
INSERT INTO repair_presets (id, service, kind, label, price, position) VALUES
  ('00000000-0000-4000-8000-000000000101', 'hashboard', 'labour', 'Hashboard repair', 150, 1),
  ('00000000-0000-4000-8000-000000000102', 'control_board', 'labour', 'Control board repair', 100, 2),
  ('00000000-0000-4000-8000-000000000103', 'power_supply', 'labour', 'Power supply repair', 80, 3);

INSERT INTO deduction_reasons (id, label, explanation, kind, amount, position) VALUES
  ('00000000-0000-4000-8000-000000000201', 'Missing power supply', 'The machine came without the power supply that belongs to it, so that we have to buy one.', 'fixed', 120, 1),
  ('00000000-0000-4000-8000-000000000202', 'Dead hashboard', 'One of the hashboards does not start; the machine reaches only a part of its hash rate.', 'percent', 30, 2),
  ('00000000-0000-4000-8000-000000000203', 'Missing chips', 'Chips of a hashboard do not answer or were removed, which lowers its hash rate for good.', 'percent', 10, 3),
  ('00000000-0000-4000-8000-000000000204', 'Corrosion', 'Boards or connectors are corroded by damp or salt, which shortens the life of the machine.', 'percent', 15, 4),
  ('00000000-0000-4000-8000-000000000205', 'Fan replacement', 'A fan is missing, blocked or worn and has to be replaced.', 'fixed', 25, 5),
  ('00000000-0000-4000-8000-000000000206', 'Control board fault', 'The control board does not start or does not reach the network, and has to be repaired.', 'fixed', 100, 6),
  ('00000000-0000-4000-8000-000000000207', 'Firmware locked', 'The firmware is locked to another operator or asks for a password that did not come with the machine.', 'percent', 10, 7),
  ('00000000-0000-4000-8000-000000000208', 'Damaged case', 'The case is bent or parts of it are missing.', 'fixed', 20, 8),
  ('00000000-0000-4000-8000-000000000209', 'Dead graphics card', 'A graphics card of the rig does not answer or does not hash.', 'percent', 15, 9),
  ('00000000-0000-4000-8000-00000000020a', 'Faulty graphics memory', 'The memory of a graphics card has errors that the card cannot mend itself.', 'percent', 10, 10),
  ('00000000-0000-4000-8000-00000000020b', 'Fan of a graphics card', 'A fan of a graphics card stands still while the card is hot, and has to be replaced.', 'fixed', 30, 11);

-- A customer hears of what they wait for, and not of each step between.
INSERT INTO case_email_rules (noun, status, is_enabled) VALUES
  ('repairs', 'received', true),
  ('repairs', 'diagnosing', false),
  ('repairs', 'repairing', false),
  ('repairs', 'testing', false),
  ('repairs', 'completed', true),
  ('repairs', 'shipped', true),
  ('tradeIns', 'submitted', true),
  ('tradeIns', 'evaluated', false),
  ('tradeIns', 'approved', true),
  ('tradeIns', 'rejected', true),
  ('tradeIns', 'completed', true);

-- The standard rate of the Value Added Tax Act 1994, section 2, since 4 January 2011.
INSERT INTO vat_rates (code, valid_from, percent) VALUES ('standard', '2011-01-04', 20), ('zero', '1973-04-01', 0), ('outside', '1973-04-01', 0);
