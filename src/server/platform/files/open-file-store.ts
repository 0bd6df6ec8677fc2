import path from 'node:path'
import { env, type Env } from '~/env'
import { verified, type FileStore } from './file-store'
import { createFolderStore } from './folder-store'
import { createS3Store } from './s3-store'

/** FILES_URL, else a folder in DATA_DIR. Opens nothing before its first use. */
export const fileStoreOfEnvironment = ({ FILES_URL, DATA_DIR }: Pick<Env, 'FILES_URL' | 'DATA_DIR'> = env()): FileStore =>
  verified(FILES_URL ? createS3Store(FILES_URL) : createFolderStore(path.join(DATA_DIR, 'files')))
