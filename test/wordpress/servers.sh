# shellcheck shell=bash disable=SC2154
# MariaDB on a socket, and PHP behind its own server or behind nginx; all on 127.0.0.1, all as who started this.

socket=$dir/run/database.sock
# The path of a socket has room for 107 bytes.
[ ${#socket} -le 100 ] || socket=${TMPDIR:-/tmp}/wordpress-$(cksum <<< "$dir" | cut -d' ' -f1).sock

sql() { mariadb --no-defaults --socket="$socket" -uroot -e "$1" > /dev/null 2>&1; }

start_database() {
  ! is_running database || return 0
  if [ ! -f "$dir/run/database.done" ]; then
    rm -rf "$dir/database"
    mkdir -p "$dir/database"
    mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$dir/database" --skip-test-db \
      --auth-root-authentication-method=normal > "$dir/log/install-database.log" 2>&1 || die "see $dir/log/install-database.log"
  fi
  start database /usr/sbin/mariadbd --no-defaults --user="$(id -un)" --datadir="$dir/database" --socket="$socket" \
    --pid-file="$dir/run/mariadbd.pid" --skip-networking --skip-log-bin \
    --character-set-server=utf8mb4 --collation-server=utf8mb4_unicode_ci \
    --innodb-buffer-pool-size=256M --innodb-flush-log-at-trx-commit=2
  wait_until 60 database_answers || die "MariaDB does not answer: see $dir/log/database.log"
  once database sql "
    CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4;
    CREATE USER IF NOT EXISTS wordpress@localhost IDENTIFIED BY '$(cat "$dir/run/database-password")';
    GRANT ALL ON wordpress.* TO wordpress@localhost"
}

database_answers() {
  is_running database || die "MariaDB ended: see $dir/log/database.log"
  sql 'SELECT 1'
}

start_web() {
  ! is_running web || return 0
  # A server left behind would answer in place of this site.
  ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null || die "port $port is in use: stop that program, or choose another --port"
  case $server in
    builtin)
      PHP_CLI_SERVER_WORKERS=4 start web php -d memory_limit=512M -d display_errors=0 -d opcache.enable=1 -d opcache.revalidate_freq=0 \
        -S "127.0.0.1:$port" -t "$site" "$here/php/router.php" ;;
    fpm)
      php_fpm_config > "$dir/run/fpm.conf"
      nginx_config > "$dir/run/nginx.conf"
      mkdir -p "$dir/run/nginx"
      # shellcheck disable=SC2046
      start fpm "$(php_fpm)" -F $([ "$(id -u)" != 0 ] || echo -R) -y "$dir/run/fpm.conf"
      start web nginx -e "$dir/log/nginx.log" -c "$dir/run/nginx.conf" ;;
    *) die "--server: $server is neither builtin nor fpm" ;;
  esac
  wait_until 60 site_answers || die "no answer from $url: see $dir/log"
}

site_answers() {
  is_running web || die "the web server ended: see $dir/log"
  [ "$(curl -s -o /dev/null -m 20 -w '%{http_code}' "$url/wp-json/wp/v2/types/page?_fields=slug")" = 200 ]
}

stop_all() {
  stop web
  stop fpm
  stop database
}

php_fpm_config() {
  cat << EOF
[global]
error_log = $dir/log/fpm-errors.log
daemonize = no
[www]
user = $(id -un)
group = $(id -gn)
listen = 127.0.0.1:$((port + 1))
pm = static
pm.max_children = ${FPM_WORKERS:-4}
php_admin_value[memory_limit] = 512M
; Tests write to wp-config.php and ask at once.
php_admin_value[opcache.revalidate_freq] = 0
EOF
}

nginx_config() {
  local temporary
  [ "$(id -u)" != 0 ] || echo 'user root;'
  cat << EOF
worker_processes 1;
daemon off;
pid $dir/run/nginx.pid;
error_log $dir/log/nginx.log;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
$(for temporary in client_body proxy fastcgi uwsgi scgi; do echo "  ${temporary}_temp_path $dir/run/nginx/$temporary;"; done)
  server {
    listen 127.0.0.1:$port;
    root $site;
    index index.php;
    location ~ /\\. { return 404; }
    location / { try_files \$uri \$uri/ /index.php?\$args; }
    location ~ \\.php\$ {
      try_files \$uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param HTTP_HOST \$host:\$server_port;
      fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
      fastcgi_pass 127.0.0.1:$((port + 1));
      fastcgi_read_timeout 120s;
    }
  }
}
EOF
}
