/**
 * Sets `$fault` to the name of the system error for which nothing can be written in a folder. `$1` is a file to try it with,
 * which is removed. Shells and awks tell such an error by its words alone.
 */
export const FAULT_NAME_FUNCTION = `faultname() {
  fault=$( { LC_ALL=C dd if=/dev/zero bs=65536 count=1 >"$1"; } 2>&1 )
  rm -f "$1"
  case $fault in
    *'o space'*) fault=ENOSPC ;;
    *uota*) fault=EDQUOT ;;
    *ead-only*) fault=EROFS ;;
    *ermission*) fault=EACCES ;;
    *'o such'* | *nonexistent*) fault=ENOENT ;;
    *) fault=EIO ;;
  esac
}`;
