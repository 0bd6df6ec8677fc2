-- Pages that could not be made anew wait here for their next try (docs/decisions/059): one that waits stands for all of its page.
SELECT shop_queue.create_queue('pages', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
