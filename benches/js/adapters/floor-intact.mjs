import { makeFloor } from '../floors/floor.mjs';

export default makeFloor({
  id: 'floor-intact',
  label: 'JavaScript floor: shows once per network read, and what was shown stays as it was',
  perRead: true,
  intact: true,
  readsInput: true,
});
