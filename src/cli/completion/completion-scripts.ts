/** Small scripts: what fits is asked of mux itself, so that they never grow old. */
export const completionScripts = {
  bash: `# mux completion for bash. Put this into ~/.bashrc:  eval "$(mux completion bash)"
_mux() {
  local line="\${COMP_LINE:0:COMP_POINT}" word value
  local -a typed
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] && typed+=("")
  local current="\${typed[-1]}"
  # Bash takes words apart at these signs, and replaces only what is behind the last one.
  local kept="\${current%"\${current##*[:=]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word value; do
    case $word in
      :files) compopt -o default 2>/dev/null; COMPREPLY+=($(compgen -f -- "$2")) ;;
      :commands) compopt -o default 2>/dev/null; COMPREPLY+=($(compgen -c -- "$2") $(compgen -f -- "$2")) ;;
      *) COMPREPLY+=("\${word#"$kept"}") ;;
    esac
  done < <("$1" __complete -- "\${typed[@]:1}" 2>/dev/null)
}
complete -F _mux mux muxwright
`,
  zsh: `#compdef mux muxwright
# mux completion for zsh. Put this into ~/.zshrc, behind compinit:  eval "$(mux completion zsh)"
_mux() {
  local line word about
  local -a found
  while IFS=$'\\t' read -r word about; do
    case $word in
      :files) _files; continue ;;
      :commands) _command_names -e; _files; continue ;;
    esac
    word=\${word//:/\\\\:}
    found+=("$word\${about:+:$about}")
  done < <("$words[1]" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#found )) && _describe -V mux found
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _mux "$@"
else
  compdef _mux mux muxwright
fi
`,
  fish: `# mux completion for fish. Put this into ~/.config/fish/config.fish:  mux completion fish | source
function __mux_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :commands
                __fish_complete_command
                __fish_complete_path "$current"
            case '*'
                echo $line
        end
    end
end
complete -c mux -f -a '(__mux_complete)'
complete -c muxwright -f -a '(__mux_complete)'
`,
} as const;
