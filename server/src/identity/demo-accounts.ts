/** Keep equal to the accounts in supabase/seed.sql; a test compares them. They exist in the demo only. */
export const DEMO_PASSWORD = 'lakou-demo';

export const demoAccounts = [
  {
    id: 'a0000000-0000-4000-8000-000000000001',
    email: 'admin@lakou.test',
    about: 'can do everything',
  },
  {
    id: 'a0000000-0000-4000-8000-000000000002',
    email: 'subscriber@lakou.test',
    about: 'has an active subscription',
  },
  {
    id: 'a0000000-0000-4000-8000-000000000003',
    email: 'member@lakou.test',
    about: 'owns nothing yet',
  },
];
