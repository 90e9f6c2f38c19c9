import { ConfigError } from '../config-error.ts'

const PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is below a file',
  EISDIR: 'is a folder, not a file',
  EEXIST: 'is a file, not a folder',
  EACCES: 'is not accessible to this user',
  EPERM: 'is not accessible to this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a full disk',
  EFBIG: 'is on a full disk',
}

/** Errors of the file system become one of the variable that names the file or folder; others stay as they are. */
export function explainFileProblem<T>(
  { variable, path, fix = '' }: { variable: string; path: string; fix?: string },
  work: () => T,
): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    throw new ConfigError(variable, `${path} ${PROBLEMS[code] ?? `cannot be used (${code})`}.${fix && ` ${fix}`}`)
  }
}
