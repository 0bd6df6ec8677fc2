-- The number of types to reorder, which every page of parts says, from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS part_types_to_reorder_idx ON part_types (id) WHERE is_active AND in_stock <= reorder_point;
