#!/bin/bash
# VPL runs this for each submission. Grading is done here: VPL deletes the exercise before it runs vpl_execution.
. vpl_environment.sh
[ -f gametree ] || base64 -d gametree.b64 > gametree
chmod +x gametree
./gametree grade @NAME@.tree answers.tree --format vpl --jobs 1 > .result 2> .grader-log
if [ ! -s .result ]; then
  printf '<|--\n-The grader stopped before it was done. Please tell your teacher.\n--|>\n' > .result
fi
printf '#!/bin/bash\ncat .result\n' > vpl_execution
chmod +x vpl_execution
