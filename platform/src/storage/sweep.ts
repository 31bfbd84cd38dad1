import type { Database } from '../database/database.ts';
import { keyOf, type ObjectRow, service, withDeleteAllowed } from './object-rows.ts';
import type { FoundObject, ObjectKey, ObjectStore } from './object-store.ts';
import { loadProgress, type Progress, saveProgress, startPass } from './sweep-progress.ts';
import { addUnusedFiles, removeUnusedFiles } from './unused-files.ts';
import { withoutUpload } from './upload-rows.ts';

export interface SweepReport {
  /** Rows removed because their file is gone, as `bucket/name`. */
  rowsWithoutFile: string[];
  /** Files without a row, as `bucket/name/version`. They are removed if that is still so after the grace time. */
  filesWithoutRow: string[];
  /** Leftovers of interrupted writes. */
  incompleteWrites: number;
  /** So much is missing that the folder or database may be the wrong one: nothing was removed. */
  heldBack: ('rows' | 'files')[];
}

/** For a log line: how many, and some of their names. */
export function describeSweep(report: SweepReport): Record<string, unknown> {
  const { rowsWithoutFile, filesWithoutRow, ...rest } = report;
  return {
    ...rest,
    rowsWithoutFile: withExamples(rowsWithoutFile),
    filesWithoutRow: withExamples(filesWithoutRow),
  };
}

function withExamples(names: string[]): { count: number; examples: string[] } {
  return { count: names.length, examples: names.slice(0, 10) };
}

const BATCH = 500;
/** At least this many, and more than half, is more than a crash explains; an admin should look first. */
const SUSPICIOUS = 20;
/** Requests to the store at once. */
const PARALLEL = 16;
/** One pass over all rows and files takes a day. */
const PASS_MS = 24 * 3_600_000;

type StoredFile = ObjectKey & FoundObject;

/**
 * Removes files of deleted objects, and repairs what a crash between writing a file and its row left behind. For the
 * latter it compares all rows with all files, a batch at a time; the database stores how far it is. Anything younger
 * than the grace time is skipped: it may be an upload that is just being finished.
 */
export class StorageSweep {
  readonly #database: Database;
  readonly #store: ObjectStore;
  /** Continues the listing of the last batch, which costs less than a new one. */
  #listing: { after: string; files: AsyncIterator<StoredFile> } | undefined;

  constructor(database: Database, store: ObjectStore) {
    this.#database = database;
    this.#store = store;
  }

  /** What is due now. `more`: call it again at once. */
  async sweepBatch(graceMs: number, report: SweepReport): Promise<boolean> {
    if (await removeUnusedFiles(this.#database, this.#store)) return true;
    const last = await loadProgress(this.#database);
    if (last?.step === 'done' && Date.now() - last.startedAt < PASS_MS) return false;
    const progress = last && last.step !== 'done' ? last : await startPass(this.#database);
    await this.#checkBatch(progress, graceMs, report);
    const due = progress.expected * ((Date.now() - progress.startedAt) / PASS_MS);
    return progress.step !== 'done' && progress.checked < due;
  }

  /** A whole pass at once. */
  async sweepAll(graceMs: number): Promise<SweepReport> {
    const report = emptyReport();
    const progress = await startPass(this.#database);
    while (progress.step !== 'done') await this.#checkBatch(progress, graceMs, report);
    while (await removeUnusedFiles(this.#database, this.#store));
    return report;
  }

  async #checkBatch(progress: Progress, graceMs: number, report: SweepReport): Promise<void> {
    const before = new Date(Date.now() - graceMs);
    if (progress.step === 'rows') await this.#checkRows(progress, before, report);
    else await this.#checkFiles(progress, before, graceMs, report);
    if (progress.step === 'done')
      report.incompleteWrites += await this.#store.removeIncompleteWrites(before, (keys) =>
        withoutUpload(this.#database, keys),
      );
    await saveProgress(this.#database, progress);
  }

  async #checkRows(progress: Progress, before: Date, report: SweepReport): Promise<void> {
    const rows = await this.#database.query<Row & { old: boolean }>(
      `select id, bucket_id, name, coalesce(version, '') as version,
          greatest(created_at, updated_at) < $2::timestamptz as old
        from storage.objects where id > $1 order by id limit ${BATCH}`,
      [progress.after || '00000000-0000-0000-0000-000000000000', before],
    );
    const old = rows.filter((row) => row.old);
    const missing = await findMissing(this.#store, old);
    report.rowsWithoutFile.push(...missing.map(({ bucket_id, name }) => `${bucket_id}/${name}`));
    if (isPlausible('rows', missing.length, rows.length, progress, report)) {
      await removeRows(this.#database, missing);
    }
    advance(progress, rows.length, rows.at(-1)?.id, 'files');
  }

  async #checkFiles(progress: Progress, before: Date, graceMs: number, report: SweepReport): Promise<void> {
    const files = await this.#nextFiles(progress.after);
    const missing = await findFilesWithoutRow(
      this.#database,
      files.filter(({ since }) => since < before),
    );
    report.filesWithoutRow.push(...missing.map(pathOf));
    if (isPlausible('files', missing.length, files.length, progress, report)) {
      await addUnusedFiles(this.#database, missing, graceMs);
    }
    const last = files.at(-1);
    advance(progress, files.length, last && pathOf(last), 'done');
  }

  async #nextFiles(after: string): Promise<StoredFile[]> {
    const kept = this.#listing?.after === after ? this.#listing.files : undefined;
    const listing = kept ?? this.#store.listAfter(after)[Symbol.asyncIterator]();
    const files: StoredFile[] = [];
    while (files.length < BATCH) {
      const next = await listing.next();
      if (next.done) break;
      files.push(next.value);
    }
    const last = files.at(-1);
    this.#listing = last && files.length === BATCH ? { after: pathOf(last), files: listing } : undefined;
    return files;
  }
}

export function emptyReport(): SweepReport {
  return { rowsWithoutFile: [], filesWithoutRow: [], incompleteWrites: 0, heldBack: [] };
}

type Row = Pick<ObjectRow, 'id' | 'bucket_id' | 'name' | 'version'>;

function advance(
  progress: Progress,
  checked: number,
  last: string | undefined,
  nextStep: Progress['step'],
): void {
  progress.checked += checked;
  if (checked === BATCH && last !== undefined) progress.after = last;
  else Object.assign(progress, { step: nextStep, after: '', seen: 0, missing: 0 });
}

/** Once too much is missing, the rest of the pass removes nothing of that kind. */
function isPlausible(
  what: 'rows' | 'files',
  missing: number,
  seen: number,
  progress: Progress,
  report: SweepReport,
): boolean {
  progress.seen += seen;
  progress.missing += missing;
  const isSuspicious = (lost: number, all: number) => lost >= SUSPICIOUS && lost * 2 > all;
  if (isSuspicious(missing, seen) || isSuspicious(progress.missing, progress.seen)) {
    if (!progress.heldBack.includes(what)) progress.heldBack.push(what);
  }
  const isHeldBack = progress.heldBack.includes(what);
  if (isHeldBack && missing > 0 && !report.heldBack.includes(what)) report.heldBack.push(what);
  return !isHeldBack;
}

async function findMissing(store: ObjectStore, rows: readonly Row[]): Promise<Row[]> {
  const missing: Row[] = [];
  for (let at = 0; at < rows.length; at += PARALLEL) {
    await Promise.all(
      rows.slice(at, at + PARALLEL).map(async (row) => {
        if (row.version === '' || !(await store.find(keyOf(row)))) missing.push(row);
      }),
    );
  }
  return missing;
}

/** Only while they still point to the missing version: a new upload may have replaced it. */
async function removeRows(database: Database, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await database.query(
    `delete from storage.objects o using unnest($1::uuid[], $2::text[]) as lost (id, version)
      where o.id = lost.id and coalesce(o.version, '') = lost.version`,
    [rows.map(({ id }) => id), rows.map(({ version }) => version)],
    { as: withDeleteAllowed(service) },
  );
}

export async function findFilesWithoutRow<File extends ObjectKey>(
  database: Database,
  files: readonly File[],
): Promise<File[]> {
  const known = await database.query<{ path: string }>(
    `select concat_ws('/', bucket_id, name, version) as path from storage.objects
      where (bucket_id, name) in (select * from unnest($1::text[], $2::text[]))`,
    [files.map(({ bucket }) => bucket), files.map(({ name }) => name)],
  );
  const paths = new Set(known.map(({ path }) => path));
  return withoutUpload(
    database,
    files.filter((file) => !paths.has(pathOf(file))),
  );
}

function pathOf({ bucket, name, version }: ObjectKey): string {
  return `${bucket}/${name}/${version}`;
}
