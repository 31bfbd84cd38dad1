export const admin = {
  grant_access: 'Grant Admin Access',
  setup: 'Setup Admin Access',
  setup_text: 'The first person to press this button runs the house. After that it stays shut.',
  setting_up: 'Setting up...',
  login_first: 'Please login first',
  user_check_failed: 'Error checking user status',
  setup_failed: 'Failed to setup admin access',
  already_admin: 'You are already an admin',
  granted: 'Admin access granted successfully!',
} as const;
