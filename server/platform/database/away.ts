/** The database cannot be reached at the moment, or is not asked because it could not be a moment ago. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

// Class 08 connection, 53 resources (disk full, too many connections), 57P shutdown, 58 system, 25P03 and 57014 time-outs,
// 25006 a standby after a failover, 40001, 40P01 and 55P03 transactions in each other's way: all pass by themselves.
const PASSING = /^(08...|53...|57P..|57014|25P0[34]|25006|58...|40001|40P01|55P03)$/
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
// node-postgres names these by their sentence alone, and Citus a machine that was taken out, or stopped in the middle of a statement.
const LOST =
  /^(Connection terminated|server closed the connection|could not (send data to|receive data from) server|SSL (connection has been closed|SYSCALL error)|Query read timeout|timeout e|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after|no active placements were found|cannot find a worker|could not find length of shard|failure on connection marked as essential)/

/** Whether an error says that the database is not there, or not able, for now; the same request may succeed later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAway) return true
  // A name with several addresses: each of them was tried.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isAway)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return PASSING.test(code) || LOST.test(error.message)
  // A missing file says ENOENT too, but no socket's word for what failed.
  return SOCKET.test(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall)
}
