all=0
for one in "$@"; do all=$((all + one)); done
echo "$all"
