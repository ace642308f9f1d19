import { startSilentProxy, type SilentProxy } from '../silent-proxy.ts'
import { openQuery, type Look } from '../query-store.ts'
import type { TestDatabase } from './database.ts'

/** A machine that holds churches, as the others reach it. */
export type Machine = {
  port: number
  /** It is switched off: what was open breaks, and nobody comes in. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** The workers of a distributed database of the test's own, each behind a network of the test's own. */
export async function takeMachines({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<Machine[]> {
  const look = openQuery(ownerUrl)
  const nodes = await look(
    `select nodeid as id, nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid`,
  )
  const machines: Machine[] = []
  for (const { id, host, port } of nodes) {
    const url = new URL(ownerUrl)
    url.host = `${String(host)}:${String(port)}`
    const machine = await machineAt(url.href)
    await look(`select citus_update_node($1, '127.0.0.1', $2)`, [id, machine.port])
    machines.push(machine)
  }
  // What Citus has noted of the database was of the one that this is a copy of.
  await look(
    `update pg_dist_object set objid = (select oid from pg_database where datname = current_database())
     where classid = 'pg_database'::regclass`,
  )
  await look.close()
  return machines
}

async function machineAt(url: string): Promise<Machine> {
  let network: SilentProxy | null = await startSilentProxy(url)
  const port = Number(new URL(network.ownerUrl).port)
  return {
    port,
    stop: async () => {
      await network?.close()
      network = null
    },
    start: async () => {
      network ??= await startSilentProxy(url, port)
    },
  }
}

/** The port of the machine that holds a church. */
export async function portOf(look: Look, tenantId: string): Promise<number> {
  const [shard] = await look(
    `select s.nodeport as port from citus_shards s
     where s.shardid = get_shard_id_for_distribution_column('church', $1::uuid)`,
    [tenantId],
  )
  return Number(shard?.['port'])
}
