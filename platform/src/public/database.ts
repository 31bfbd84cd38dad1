/** `@lakou/platform/database`: opening, preparing and using a database. */
export { connectionsOf } from '../database/connection-shares.ts';
export { explainFolderError } from '../database/data-folder.ts';
export type {
  Database,
  Identity,
  OnAnswered,
  RawResult,
  Statement,
  Transaction,
} from '../database/database.ts';
export { type EmbeddedDatabase, isEmbedded, openEmbedded } from '../database/embedded.ts';
export { DatabaseError, DatabaseUnavailable, StartRefused } from '../database/errors.ts';
export { type FolderLock, lockFolder } from '../database/folder-lock.ts';
export { inLane } from '../database/lanes.ts';
export { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
export { prepareDatabase } from '../database/prepare-database.ts';
export { installRoles } from '../schemas/install-schemas.ts';
