#!/bin/sh
# Starts nginx with deploy/nginx.conf, except for what differs in containers: names instead of addresses, no TLS (it ends
# before), caches in the volume. With --print the configuration is printed only. Needs nginx 1.27.3 or newer.
set -eu
conf=${NGINX_CONF:-/etc/lakou/nginx.conf}
cache=${CACHE_DIR:-/var/cache/nginx}
port=${PORT:-80}
inner=${INNER_PORT:-4009}
# A container that is replaced has another address: nginx asks for it again.
resolver=${RESOLVER:-$(sed -n 's/^nameserver //p' /etc/resolv.conf | head -n 1)}
set -- "${1:-}" $LAKOU_SERVERS

print() {
    first=$2
    second=${3:-$2}
    printf 'resolver %s valid=5s;\n' "$resolver"
    # Who ends TLS before nginx says whose request it is.
    [ -z "${PROXY_NETWORK:-}" ] || printf 'set_real_ip_from %s;\nreal_ip_header X-Forwarded-For;\n' "$PROXY_NETWORK"
    # The first server block only leads to TLS.
    sed '/^server {/{:a;N;/\n}/!ba;/return 301/d;}' "$conf" |
        sed -e "s|127.0.0.1:4000|$first|g" \
            -e "s|127.0.0.1:4001|$second|g" \
            -e "s|127.0.0.1:4009|127.0.0.1:$inner|g" \
            -e 's|^upstream \([a-z_]*\) {|& zone \1_servers 64k;|' \
            -e 's|^\( *server .* max_fails=.*\);|\1 resolve;|' \
            -e "s|proxy_pass http://127.0.0.1:9000/;|set \$lakou_store $STORE_URL; rewrite ^/store/(.*) /\$1 break; proxy_pass \$lakou_store;|" \
            -e "s|write the secret here|$DELIVERY_SECRET|g" \
            -e "s|lakou\.example|$SERVER_NAME|g" \
            -e "s|/run/lakou-admissions|$cache/lakou-admissions|g" \
            -e "s|/var/cache/nginx/lakou-films|$cache/lakou-films|g" \
            -e "s|listen 443 ssl http2;|listen $port;|" \
            -e '/listen \[::\]/d' \
            -e '/^ *ssl_/d'
}

if [ "$1" = --print ]; then
    print "$@"
else
    print "$@" > /etc/nginx/conf.d/default.conf
    exec nginx -g 'daemon off;'
fi
