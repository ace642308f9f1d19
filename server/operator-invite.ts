import { email as emailShape } from '#contract/identity/signup.ts'
import { inviteByHand } from './operator/index.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/index.ts'
import { enterAsApp } from './platform/database/app-role.ts'
import { connect } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { sayWhyNot } from './platform/last-words.ts'
import { withOwner } from './with-owner.ts'

/** Invites an operator from the console, the first one above all: `node server/operator-invite.ts <email> <name>`. */
async function main([address = '', ...names]: string[]): Promise<void> {
  const email = emailShape.safeParse(address)
  const name = names.join(' ').trim()
  if (!email.success || name === '' || name.length > 120) {
    console.error('Write: npm run operator -- <email> <name>')
    process.exitCode = 1
    return
  }
  const config = readConfig()
  await withOwner(config, async (ownerUrl) => {
    await migrate(ownerUrl)
    const { url, pooled } = await enterAsApp(ownerUrl, config.databaseAppUrl)
    const database = connect(url, { pooled })
    const invitation = { name, email: email.data, publicUrl: config.publicUrl, at: systemClock.now() }
    const invited = await inviteByHand(database, invitation)
    await database.close()
    if (invited)
      console.log(
        `${invited.name} can choose a password at this link. It is valid for seven days and works once:\n${invited.link}`,
      )
    else console.log('An operator with this email already exists.')
  })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
