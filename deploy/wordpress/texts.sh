#!/usr/bin/env bash
# Takes the texts of the plugin out of its sources into the template, and brings the translations up to it: after a change of
# a text run this, translate what is empty or marked as fuzzy in the .po files, and run it again. Needs gettext.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/content-service"

# WordPress translates these lines of the header too.
headers=$(mktemp --suffix=.php)
trap 'rm -f "$headers"' EXIT
{ echo '<?php'; sed -nE 's/^ \* (Plugin Name|Description): +(.*)$/__( "\2" );/p' content-service.php; } > "$headers"

template=languages/content-service.pot
find . -name '*.php' | sort | xgettext --files-from=- --language=PHP --from-code=UTF-8 --output="$template" \
  --keyword={__,_e,esc_html__,esc_html_e,esc_attr__,esc_attr_e} --add-comments=translators --no-location \
  --package-name='Content Service' "$headers"
# Without what changes by itself.
sed -i -E '/^"(POT-Creation-Date|PO-Revision-Date|Report-Msgid-Bugs-To|Last-Translator|Language-Team|Language): /d; /^#( |$)/d; /^#, fuzzy$/d; s/charset=CHARSET/charset=UTF-8/' "$template"

for translation in languages/*.po; do
  msgmerge --quiet --no-fuzzy-matching --update --backup=none "$translation" "$template"
  msgfmt --check-format --output-file="${translation%.po}.mo" "$translation"
done
