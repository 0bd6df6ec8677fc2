-- British VAT numbers are checked with HMRC, where the environment names its service.
SELECT shop_queue.create_queue('vat-numbers', '{"policy": "standard", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 30}');
