#!/usr/bin/env zsh
# SPDX-License-Identifier: Apache-2.0
# What zsh offers for a line, one word per line: completed.zsh FOLDER 'etalon op --ty', where FOLDER has _etalon. zsh completes only
# in a terminal, so that one is made, and the function that takes the offers prints them.
zmodload zsh/zpty || exit 1
zpty z zsh -f -i
() {
  zpty -w z source $1
  repeat 4; do
    zpty -r z line
    [[ $line == ready* ]] && return
  done
  exit 2
} =(cat <<END
PROMPT=
fpath=($1 \$fpath)
autoload compinit
compinit -u -D
bindkey '^I' complete-word
mark () { echo -E - \$'\0' }
compprefuncs=(mark)
comppostfuncs=(mark exit)
zstyle ':completion:*' insert-tab false
compadd () {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "\$@"
    return \$?
  fi
  typeset -a hits
  builtin compadd -A hits "\$@"
  print -rl -- \$hits
}
echo ready
END
)
zpty -w z "$2"$'\t'
integer marks=0
while zpty -r z; do :; done | while IFS= read -r line; do
  if [[ $line == *$'\0\r' ]]; then
    (( marks++ )) && exit 0
  elif (( marks )) && [[ -n ${line%$'\r'} ]]; then
    print -r -- ${line%$'\r'}
  fi
done
