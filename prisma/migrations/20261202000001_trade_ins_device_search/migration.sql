-- Finds a part of the device's name, of its serial number or of a parcel's tracking number.
CREATE INDEX CONCURRENTLY trade_ins_device_search_idx ON trade_ins USING gin ((
  left(coalesce(device_info ->> 'manufacturer', ''), 200) || ' ' || left(coalesce(device_info ->> 'model', ''), 200)
  || '|' || left(coalesce(device_info ->> 'serialNumber', ''), 200)
  || '|' || left(coalesce(tracking_number, ''), 200) || '|' || left(coalesce(inbound_tracking_number, ''), 200)
) gin_trgm_ops) WITH (fastupdate = off);
