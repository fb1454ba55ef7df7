# SPDX-License-Identifier: MIT
# job.sh COMMAND...: runs a command beside others, and prints all that it printed when it has ended.
out=out/job-$$
now=$(date +%s)
result=passed
"$@" >"$out" 2>&1 || result=failed
echo "$* $result in $(($(date +%s) - now)) s"
cat "$out"
rm "$out"
[ $result = passed ]
