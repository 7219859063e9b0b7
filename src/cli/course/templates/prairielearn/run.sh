#!/bin/sh
# PrairieLearn runs this for each submission.
results=/grade/results/results.json
mkdir -p /grade/results
cd /grade/tests || exit
chmod +x gametree
./gametree grade @NAME@.tree /grade/student --format prairielearn --jobs 1 --output "$results"
if [ ! -s "$results" ]; then
  echo '{"gradable": false, "format_errors": ["The grader stopped before it was done. Please tell your teacher."]}' > "$results"
fi
