import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnCluster, type OwnCluster } from '#server/test-kit/cluster/own-cluster.ts'
import { startSilentProxy, type SilentProxy } from '#server/test-kit/silent-proxy.ts'
import { startPulse } from './pulse.ts'

// With a password connecting takes several answers.
let own: OwnCluster
let proxy: SilentProxy
beforeAll(async () => {
  own = await startOwnCluster()
  const admin = new pg.Client({ connectionString: own.cluster.urlFor('postgres') })
  await admin.connect()
  await admin.query(`create role slow login password 'secret'`)
  writeFileSync(path.join(own.cluster.dataDir, 'pg_hba.conf'), 'local all slow scram-sha-256\nlocal all all trust\n')
  await admin.query('select pg_reload_conf()')
  await admin.end()
  proxy = await startSilentProxy(own.cluster.urlFor('postgres'))
})
afterAll(async () => {
  await proxy.close()
  await own.database.drop()
})

test('a database that takes a second for each answer is felt, also while it is connected to anew', async () => {
  const url = new URL(proxy.ownerUrl)
  url.username = 'slow'
  url.password = 'secret'
  let lost = 0
  const pulse = startPulse({ url: url.href, listen: () => () => false, onLost: () => (lost += 1) })
  expect(await pulse.beat()).toBe(true)
  proxy.setLate(1_000)
  proxy.cut()
  for (const _ of [1, 2, 3, 4]) expect(await pulse.beat()).toBe(true)
  expect([proxy.open(), lost]).toEqual([1, 0])
  // One that answered nothing is felt again once it is connected to, however long that takes.
  proxy.setSilent(true)
  expect(await pulse.beat()).toBe(false)
  proxy.setSilent(false)
  const felt = [await pulse.beat(), await pulse.beat(), await pulse.beat()]
  expect([felt[0], felt.includes(true), lost]).toEqual([false, true, 1])
  await pulse.stop()
}, 60_000)
