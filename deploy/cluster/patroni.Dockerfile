# PostgreSQL under Patroni, both from the packages that the image's own registry of Debian has.
FROM postgres:17
RUN apt-get update \
 && apt-get install -y --no-install-recommends patroni python3-etcd curl \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/data
COPY patroni.yml /etc/patroni.yml
COPY --chmod=755 patroni.sh post-bootstrap.sh /usr/local/bin/
USER postgres
EXPOSE 5432 8008
ENTRYPOINT ["/usr/local/bin/patroni.sh"]
