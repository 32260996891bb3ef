import { makeFloor } from '../floors/floor.mjs';

export default makeFloor({
  id: 'floor-read',
  label: 'JavaScript floor: shows once per network read, in place',
  perRead: true,
  readsInput: true,
});
