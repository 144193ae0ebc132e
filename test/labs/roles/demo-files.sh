# Makes the files that the programs of the lab show: demo-files.sh FOLDER
set -e
rm -rf "$1"
mkdir -p "$1/src" "$1/docs" "$1/logs" "$1/.home"
cd "$1"
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.com
printf 'Read me\n=======\n\nThis is a demo. See https://example.com/docs for more.\n\n- [ ] write tests\n- [x] write code\n' > README.md
printf 'let a = 1;\nlet b = 2;\nfunction sum(x, y) {\n  return x + y;\n}\nconsole.log(sum(a, b));\n' > src/sum.js
printf 'export const name = "demo";\n' > src/name.js
printf 'notes\n' > docs/notes.txt
seq 1 400 | sed 's/.*/line & of the guide/' > docs/guide.txt
: > logs/app.log
i=0
while [ $i -lt 80 ]; do
  case $((i % 5)) in
  0) echo "2026-01-02T03:04:$(printf %02d $((i % 60))) [INFO] request id=$i path=/api/items status=200" ;;
  1) echo "2026-01-02T03:04:$(printf %02d $((i % 60))) [WARN] slow query took 12$i ms (threshold: 100)" ;;
  2) echo "[ OK ] Started service-$i." ;;
  3) echo "2026-01-02T03:04:$(printf %02d $((i % 60))) [ERROR] <Worker $i> failed: retry? [y/N] was not answered" ;;
  4) echo "  > step $i: (x) done   ( ) pending   progress [####      ] 4$((i % 10))%" ;;
  esac
  i=$((i + 1))
done > logs/app.log
git init -q -b main .
for n in 1 2 3 4 5 6 7 8; do
  echo "change $n" >> docs/notes.txt
  git add README.md src docs logs
  GIT_AUTHOR_DATE="2026-01-0$n 10:00:00 +0000" GIT_COMMITTER_DATE="2026-01-0$n 10:00:00 +0000" git commit -q -m "Commit number $n"
done
sed -i 's/return x + y/return x - y/; s/let b = 2/let b = 3/' src/sum.js
cat > feeds.txt <<'F'
https://example.com/feed.xml "~Example"
https://example.org/news.rss "~World news"
https://example.net/atom.xml "~Releases"
F
cat > page.html <<'F'
<html><head><title>Demo page</title></head><body><h1>Demo page</h1><p>Some text with <a href="a.html">first link</a> and <a href="b.html">second link</a>.</p>
<ul><li><a href="c.html">Chapter one</a></li><li><a href="d.html">Chapter two</a></li></ul>
<form><input type="text" name="q" value="hello" size="20"> <input type="checkbox" name="c" checked> Remember <input type="radio" name="r"> Red <input type="radio" name="r" checked> Blue <input type="submit" value="Send"></form>
<table border="1"><tr><th>Name</th><th>Size</th></tr><tr><td>alpha</td><td>10</td></tr><tr><td>beta</td><td>20</td></tr></table></body></html>
F
