import type { ReactNode } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { Face } from '../../../ui/marks/face.tsx'
import classes from './people-table.module.css'

type PeopleTableProps = {
  caption: string
  /** What the last words of a row are about: a role, a permission. */
  about: string
  /** `PersonLine`s. */
  children: ReactNode
}

/** People of a family: picture, first name, last name, what is to be said of them, acts; under 768 px each row is a card. */
export function PeopleTable({ caption, about, children }: PeopleTableProps) {
  const t = useTexts()
  return (
    <table className={classes['table']}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('portal.family.picture')}</span>
          </th>
          <th scope="col">{t('portal.family.firstName')}</th>
          <th scope="col">{t('portal.family.lastName')}</th>
          <th scope="col">{about}</th>
          <th scope="col">
            <span className="vh">{t('portal.family.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type PersonLineProps = {
  person: { firstName: string; lastName: string; pictureUrl: string | null }
  acts: ReactNode
  children: ReactNode
}

export const PersonLine = ({ person: { firstName, lastName, pictureUrl }, acts, children }: PersonLineProps) => (
  <tr>
    <td className={classes['face']}>
      <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
    </td>
    <th scope="row" className={classes['first']}>
      {firstName}
    </th>
    <td className={classes['last']}>{lastName}</td>
    <td className={classes['line']}>{children}</td>
    <td className={classes['acts']}>{acts}</td>
  </tr>
)
