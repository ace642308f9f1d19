import net from 'node:net'

/** A connection to a PostgreSQL that listens at a socket in a folder, or at a port. */
export function connectTo(databaseUrl: string): net.Socket {
  const { host, port } = placeOf(databaseUrl)
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(Number(port), host)
}

/** As PgBouncer and others of its kind are told: the folder stands for the host. */
export function placeOf(databaseUrl: string): { host: string; port: string } {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  return { host: searchParams.get('host') ?? hostname, port: searchParams.get('port') ?? port }
}
