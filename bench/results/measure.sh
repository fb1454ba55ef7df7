#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh BENCH CUB,... FOLDER [PART...]: measures comb and CUB on one machine, most important
# rows first. BENCH and CUB are the programs (go build ./bench; nvcc, see bench/peers/README.md).
# CUB may be several, of several versions. The variable CUB_FLAGS has flags for them, such as
# "--reps 21". Without PART it runs all parts.
#
#   warm    every operation once, checked, so that compiled programs are cached (half a minute).
#   cub     CUB and Thrust, all rows (four minutes for each program).
#   main    comb from 2^8 to 2^24 items, every operation that CUB has (four minutes).
#   large   comb at 2^26 (two).
#   peers   the operations that Thrust has, and others beside calls of CUB's, 2^8 to 2^26 (four).
#   side    records, other inputs and the chain of hair (two).
#   frame   frames of hair: three sizes of image, moving and still, each stage (three).
#   rest    the methods comb is compared with, the ladder, frames; no rows of CUB (four).
#
# A part that exceeds its time is interrupted and keeps its rows. At the end FOLDER/all.jsonl has
# the rows of all parts but peers, and FOLDER/all-peers.jsonl those of that part. If two rows have
# the same work and method, that of the first part counts.
set -u
bench=$1 cub=$2 to=$3
shift 3
[ $# -gt 0 ] || set -- warm cub main large peers side frame rest
mkdir -p "$to"
sizes=2^8,2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24
more=partition,predicate,runs,histogram,segreduce,segscan,segsort
peers=ends,split,unique,reducebykey,scanbykey,manybins,decode,shuffle,topk,sort64,mergesort,merge
peers=$peers,union,intersection,difference,lowerbound

# run SECONDS NAME FLAGS...
run() {
	seconds=$1 name=$2
	shift 2
	began=$(date +%s)
	timeout -s INT "$seconds" "$bench" -progress -budget 0 "$@" -json "$to/$name.jsonl" >"$to/$name.txt" 2>"$to/$name.log"
	echo "$name: exit code $?, $(($(date +%s) - began)) s, $(wc -l <"$to/$name.jsonl" 2>/dev/null) rows"
}

for part in "$@"; do
	case $part in
	warm)
		timeout -s INT 120 "$bench" -progress -check -op "copy,empty,reduce,scan,compact,sort,$more" -n 2^12,2^20,2^22 -kept 50 -records 4 -bits 16,32 \
			-dist uniform -variant auto,kernel >"$to/warm.txt" 2>"$to/warm.log"
		echo "warm: exit code $?"
		;;
	cub)
		number=0
		for program in $(echo "$cub" | tr , ' '); do
			number=$((number + 1))
			began=$(date +%s)
			timeout -s INT 300 "$program" ${CUB_FLAGS-} >"$to/cub-$number.csv" 2>"$to/cub-$number.log"
			echo "cub $number: exit code $?, $(($(date +%s) - began)) s, $(wc -l <"$to/cub-$number.csv") lines"
		done
		;;
	main)
		run 330 main -op "empty,copy,reduce,scan,compact,sort,$more" -n $sizes -kept 1,10,50,90,100 -records 4 -bits 16,24,32 \
			-dist uniform -variant auto,kernel,dispatch+barrier -reps 31
		;;
	large)
		run 180 large -op "copy,reduce,scan,compact,sort,$more" -n 2^26 -kept 1,10,50,90,100 -records 4 -bits 16,24,32 -dist uniform \
			-variant auto,kernel -reps 21
		;;
	peers)
		run 300 peers -op "copy,$peers,sort128" -n $sizes -kept 50 -bits 32 -dist uniform -variant auto,kernel -reps 21
		run 120 peers-large -op "copy,$peers" -n 2^26 -kept 50 -bits 32 -dist uniform -variant auto,kernel -reps 21
		;;
	side)
		run 40 records -op copy,compact -n 2^20 -kept 50 -records 8,16,32,64 -dist uniform -variant auto,kernel -reps 31
		run 30 clusters -op copy,compact -n 2^20 -kept 50 -records 4 -dist clustered,alternating -variant auto,kernel -reps 31
		run 60 inputs -op copy,sort -n 2^20,2^22,2^24 -bits 32 -dist entropy,sorted,reversed,few,constant -variant auto,kernel -reps 31
		run 90 chain -op hair-chain -n 150000,1000000,4000000,16000000 -reps 31
		;;
	frame)
		run 300 frame -op frame -reps 31
		;;
	rest)
		timeout -s INT 120 "$bench" -progress -op read,compact,ladder,tiles,fetch -budget 100s -json "$to/rest.jsonl" >"$to/rest.txt" 2>"$to/rest.log"
		timeout -s INT 100 "$bench" -progress -op particles -budget 60s -json "$to/frames.jsonl" >"$to/frames.txt" 2>"$to/frames.log"
		echo "rest: $(cat "$to/rest.jsonl" "$to/frames.jsonl" | wc -l) rows"
		;;
	*)
		echo "measure.sh: there is no part $part" >&2
		exit 2
		;;
	esac
done

# joined NAME PART...: NAME.jsonl of the rows of the parts.
joined() {
	name=$1
	shift
	for part in "$@"; do
		[ ! -f "$to/$part.jsonl" ] || cat "$to/$part.jsonl"
	done | awk '{
		work = $0; sub(/,"gpu_us":.*/, "", work)
		note = $0; sub(/.*"note":"/, "", note); sub(/".*/, "", note)
		if (!seen[work, note]++) print
	}' >"$to/$name.jsonl"
	echo "$name: $(wc -l <"$to/$name.jsonl") rows"
}
joined all main large records clusters inputs chain frame rest frames
joined all-peers peers peers-large
