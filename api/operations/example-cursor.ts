/** What a cursor looks like; this one works nowhere. */
export const exampleCursor = 'AWRZs9UiMPwuMPH0rWrVxYSZGBFeH72jcRNlzycMcdY'
