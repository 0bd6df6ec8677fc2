FROM debian:12-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
COPY --chmod=755 pgbouncer.sh /usr/local/bin/
USER postgres
EXPOSE 6432
ENTRYPOINT ["/usr/local/bin/pgbouncer.sh"]
