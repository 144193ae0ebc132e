# Answers a prompt of a chat: chat.sh TRUTH PROMPT. What it was given goes to TRUTH/CHAT.chat.
printf '%s %s\n' "$REQUEST_ID" "$2" >>"$1/$CHAT_ID.chat"
printf 'answered %s\n' "$2"
