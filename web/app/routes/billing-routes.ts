import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { gatedDoor, needs, tenantDoor } from './doors.ts'

const units = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/units',
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/units/units-page.tsx'), 'UnitsPage'),
})

const statement = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/units/statement',
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/statement/statement-page.tsx'), 'StatementPage'),
})

const subscription = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/subscription',
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/subscription/subscription-page.tsx'), 'SubscriptionPage'),
})

const history = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/billing-history',
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/history/history-page.tsx'), 'HistoryPage'),
})

const receipt = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/billing-history/$id',
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/receipt/receipt-page.tsx'), 'ReceiptPage'),
})

const unitsWhileGated = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.buyUnitsWhileGated,
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/units/units-page.tsx'), 'UnitsWhileGatedPage'),
})

const subscribeWhileGated = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.subscribeWhileGated,
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(
    () => import('../../billing/subscription/subscription-page.tsx'),
    'SubscribeWhileGatedPage',
  ),
})

const receiptWhileGated = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.receiptWhileGated,
  beforeLoad: needs('billing.read', 'billing'),
  component: lazyRouteComponent(() => import('../../billing/receipt/receipt-page.tsx'), 'ReceiptWhileGatedPage'),
})

/** Units, subscription, payments: inside the tenant door. */
export const billingRoutes = [units, statement, subscription, history, receipt] as const

/** The same while the gate is shut. */
export const billingWhileGated = [unitsWhileGated, subscribeWhileGated, receiptWhileGated] as const
