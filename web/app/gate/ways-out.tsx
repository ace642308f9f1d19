import { Link } from '@tanstack/react-router'
import type { Ability } from '#contract/abilities.ts'
import type { Session } from '#contract/identity/session.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { can, useSession } from '../../session/session.ts'
import { Button, type Icon } from '../../ui/controls/button.tsx'
import {
  IconArchive,
  IconArrowBackUp,
  IconChevronRight,
  IconCoins,
  IconCreditCard,
  IconLogout,
  IconMessage,
} from '../../ui/icons.ts'
import { useSignOut } from '../session/sign-out.ts'
import classes from './gate.module.css'

type Way = {
  path: string
  ability: Ability
  icon: Icon
  title: TextId
  text: TextId
  values?: (session: Session) => Record<string, number>
}

const ways: readonly Way[] = [
  {
    path: paths.subscribeWhileGated,
    ability: 'billing.read',
    icon: IconCreditCard,
    title: 'app.gate.subscribe',
    text: 'app.gate.subscribeText',
  },
  {
    path: paths.peopleWhileGated,
    ability: 'people.write',
    icon: IconArchive,
    title: 'app.gate.archive',
    text: 'app.gate.archiveText',
  },
  {
    path: paths.undoWhileGated,
    ability: 'people.write',
    icon: IconArrowBackUp,
    title: 'app.gate.undo',
    text: 'app.gate.undoText',
  },
  {
    path: paths.sendSmsWhileGated,
    ability: 'messages.send',
    icon: IconMessage,
    title: 'app.gate.sendSms',
    text: 'app.gate.sendSmsText',
  },
  {
    path: paths.buyUnitsWhileGated,
    ability: 'billing.read',
    icon: IconCoins,
    title: 'app.gate.buyUnit',
    text: 'app.gate.buyUnitText',
    values: ({ units }) => ({ units }),
  },
]

/** What a church can still do while its gate is shut, as far as this person may. */
export function WaysOut() {
  const t = useTexts()
  const session = useSession()
  const open = ways.filter(({ ability }) => can(session, ability))
  if (open.length === 0) return null
  return (
    <div className={classes['still']}>
      <h2>{t('app.gate.stillTitle')}</h2>
      <ul className={classes['can']}>
        {open.map(({ path, icon: Sign, title, text, values }) => (
          <li key={path}>
            <Link to={path}>
              <Sign size={20} stroke={1.75} aria-hidden="true" />
              <span>
                <b>{t(title)}</b>
                <span className="muted">{t(text, values?.(session))}</span>
              </span>
              <IconChevronRight size={16} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function SignOutCorner() {
  const signOut = useSignOut()
  const t = useTexts()
  return (
    <Button kind="quiet" icon={IconLogout} onClick={() => void signOut()}>
      {t('ui.shell.logout')}
    </Button>
  )
}
