import { startSandbox } from '#sandbox/index.ts'
import { sandboxSecrets, shapeConfig } from '#server/platform/config/config.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { startServer } from '#server/start.ts'
import { buildChurch } from '#server/test-kit/build-church.ts'
import { caller } from '#server/test-kit/call.ts'
import { freePort } from '#server/test-kit/start-app.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { until } from '#server/test-kit/until.ts'
import { breaches } from '#server/platform/database/isolation-store.ts'
import { sayWhyNot } from '#server/platform/last-words.ts'
import pg from 'pg'
const url = process.argv[2]!
const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
const port = await freePort()
try {
const config = shapeConfig(readEnv({ NODE_ENV: 'test', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, DATABASE_URL: url, SMS_GATEWAY_URL: `http://127.0.0.1:${sandbox.port}/sms/v1`, SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`, LOG_LEVEL:'warn' }))
const t=performance.now()
const server = await startServer(config, { ownerUrl: url })
console.log('started in', Math.round(performance.now()-t))
const call = caller(server.url)
const church = await buildChurch(server.house, call, { units: 5 })
const { token } = church.admin
const { body } = await call(sendSms, { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } }, { token })
console.log(body)
const id = body.sentMessageDTO!.id
console.log(await until(async () => { const c = (await call(readCampaign, { params: { id } }, { token })).body; return c.counts.delivered === 1 && c.counts }, 15))
const owner = new pg.Client({ connectionString: url }); await owner.connect()
console.log('breaches', await breaches(owner), (await owner.query(`select usename, ssl, application_name from pg_stat_ssl join pg_stat_activity using (pid) where usename is not null`)).rows)
await owner.end()
await server.stop()
} catch (e) { sayWhyNot(e) }
await sandbox.close()
